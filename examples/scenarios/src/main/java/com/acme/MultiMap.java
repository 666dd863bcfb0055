package com.acme;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Several values for a key, on top of a map that is safe by itself. */
public final class MultiMap<K, V> {
    private final ConcurrentHashMap<K, List<V>> map = new ConcurrentHashMap<>();

    /** Reads, then writes: what another thread added in between is overwritten. */
    public void addInTwoSteps(K key, V value) {
        List<V> old = map.get(key);
        map.put(key, old == null ? List.of(value) : with(old, value));
    }

    /** One step of the map. */
    public void add(K key, V value) {
        map.compute(key, (unused, old) -> old == null ? List.of(value) : with(old, value));
    }

    public List<V> get(K key) {
        return map.getOrDefault(key, List.of());
    }

    private static <V> List<V> with(List<V> list, V value) {
        return Stream.concat(list.stream(), Stream.of(value)).toList();
    }
}
