/*
 * One producer, three consumers, a buffer of two places, monitors with wait and notifyAll: the same
 * program as ProducerConsumer.java, with one transition per visible instruction of that program
 * (lock, each read and write of a field, wait, notify, end).
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
  atomic { waiting[_pid - 1] = true; owner = FREE };
  atomic { !waiting[_pid - 1] && owner == FREE -> owner = _pid - 1 }
}

inline notify_all() {
  d_step { waiting[0] = false; waiting[1] = false; waiting[2] = false; waiting[3] = false }
}

proctype producer() {
  byte i, c, at;
  do
  :: i < ITEMS ->
     acquire();
     c = count;
     do
     :: c == CAPACITY -> wait(); c = count
     :: else -> break
     od;
     at = in;
     items[at] = i;
     at = in;
     in = (at + 1) % CAPACITY;
     c = count;
     count = c + 1;
     d_step { notify_all(); owner = FREE; i++ }
  :: else -> break
  od
}

proctype consumer() {
  byte i, c, at, item;
  do
  :: i < ITEMS / CONSUMERS ->
     acquire();
     c = count;
     do
     :: c == 0 -> wait(); c = count
     :: else -> break
     od;
     at = out;
     item = items[at];
     at = out;
     out = (at + 1) % CAPACITY;
     c = count;
     count = c - 1;
     d_step { notify_all(); owner = FREE; i++ }
  :: else -> break
  od
}

init {
  run producer();
  run consumer();
  run consumer();
  run consumer()
}
