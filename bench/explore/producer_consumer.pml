/*
 * One producer, three consumers, a buffer of two places, monitors with wait and notifyAll: the same
 * program as ProducerConsumer.java, with one transition per visible instruction of that program: taking
 * the lock, each read and write of a field, wait, notifyAll, the end of a thread. What a thread does by
 * itself, such as testing what it has read, belongs to the transition before.
 */
#ifndef ITEMS
#define ITEMS 6
#endif
#define CONSUMERS 3
#define CAPACITY 2
#define FREE 255

byte owner = FREE;
bool waiting[4];
byte count;
byte in;
byte out;
byte items[CAPACITY];

inline acquire() { atomic { owner == FREE -> owner = _pid - 1 } }

inline wait() {
  d_step { waiting[_pid - 1] = true; owner = FREE };
  atomic { !waiting[_pid - 1] && owner == FREE -> owner = _pid - 1 }
}

inline notify_all_and_release() {
  waiting[0] = false; waiting[1] = false; waiting[2] = false; waiting[3] = false; owner = FREE; i++
}

proctype producer() {
  byte i, c, at;
next:
  acquire();
test:
  if
  :: count == CAPACITY -> wait(); goto test
  :: count != CAPACITY
  fi;
  at = in;
  d_step { items[at] = i; at = 0 };
  at = in;
  d_step { in = (at + 1) % CAPACITY; at = 0 };
  c = count;
  d_step { count = c + 1; c = 0 };
  if
  :: d_step { i < ITEMS - 1 -> notify_all_and_release() }; goto next
  :: d_step { i == ITEMS - 1 -> notify_all_and_release() }
  fi
}

proctype consumer() {
  byte i, c, at, item;
next:
  acquire();
test:
  if
  :: count == 0 -> wait(); goto test
  :: count != 0
  fi;
  at = out;
  d_step { item = items[at]; at = 0 };
  at = out;
  d_step { out = (at + 1) % CAPACITY; at = 0 };
  c = count;
  d_step { count = c - 1; c = 0 };
  if
  :: d_step { i < ITEMS / CONSUMERS - 1 -> notify_all_and_release(); item = 0 }; goto next
  :: d_step { i == ITEMS / CONSUMERS - 1 -> notify_all_and_release(); item = 0 }
  fi
}

init {
  run producer();
  run consumer();
  run consumer();
  run consumer()
}
