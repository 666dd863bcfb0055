/*
 * One producer, three consumers, a buffer of two places, monitors with wait and notifyAll: the same
 * program as ProducerConsumer.java, instruction for instruction. A transition is one visible instruction
 * and what its thread does by itself after it: taking the lock, each read and write of a field, wait,
 * notifyAll, the start and the end of a thread. It has exactly the states and transitions that heddle
 * finds with --reduce local.
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

/* Fields of the main thread's object, which the JDK reads to make threads and clears at the end. */
byte group = 1, is_daemon, urgency = 5, loader = 1, class_loader = 1, target = 1, handler = 1, most = 10;

inline acquire() { atomic { owner == FREE -> owner = _pid - 1 } }

inline wait() {
  d_step { waiting[_pid - 1] = true; owner = FREE };
  atomic { !waiting[_pid - 1] && owner == FREE -> owner = _pid - 1 }
}

inline notify_all_and_release() {
  waiting[0] = false; waiting[1] = false; waiting[2] = false; waiting[3] = false; owner = FREE
}

/* A thread that has ended stays: SPIN removes processes only in the order opposite to their start. */
inline end_thread() { skip; end: false }

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
  :: d_step { i < ITEMS - 1 -> notify_all_and_release(); i++ }; goto next
  :: d_step { i == ITEMS - 1 -> notify_all_and_release(); i++ }
  fi;
  end_thread()
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
  :: d_step { i < ITEMS / CONSUMERS - 1 -> notify_all_and_release(); item = 0; i++ }; goto next
  :: d_step { i == ITEMS / CONSUMERS - 1 -> notify_all_and_release(); item = 0; i++ }
  fi;
  end_thread()
}

inline start_consumer() {
  group > 0; is_daemon == 0; urgency > 0; loader > 0; class_loader > 0; most > 0;
  run consumer()
}

init {
  run producer();
  start_consumer();
  start_consumer();
  start_consumer();
  group > 0;
  group = 0;
  target = 0;
  handler = 0;
  end_thread()
}
