import java.lang.reflect.*;
public class ReflectionTraces { public ReflectionTraces(){} public ReflectionTraces(int i){ throw new IllegalStateException("c"); } public static void th(){ throw new RuntimeException("x"); } static abstract class Ab { public Ab(){} }
 public static void main(String[] a) throws Exception { 
  try{ ReflectionTraces.class.getMethod("th").invoke(null);}catch(InvocationTargetException e){ e.printStackTrace(System.out);} 
  try{ ReflectionTraces.class.getConstructor(int.class).newInstance(3);}catch(InvocationTargetException e){ e.printStackTrace(System.out);} 
  try{ Ab.class.getConstructor().newInstance();}catch(InstantiationException e){ e.printStackTrace(System.out);} 
  try{ ReflectionTraces.class.getMethod("th").invoke(null,1);}catch(IllegalArgumentException e){ e.printStackTrace(System.out);}
  try{ String.class.getMethod("charAt",int.class).invoke("abc","x");}catch(IllegalArgumentException e){ e.printStackTrace(System.out);}
  try{ String.class.getMethod("length").invoke(null);}catch(NullPointerException e){ e.printStackTrace(System.out);}
  try{ String.class.getMethod("length").invoke(3);}catch(IllegalArgumentException e){ e.printStackTrace(System.out);}
  try{ ReflectionTraces.class.newInstance(); Class.forName("ReflectionTraces$Ab").newInstance(); }catch(InstantiationException e){ e.printStackTrace(System.out);}
  try{ ReflectionTraces.class.getField("nope"); }catch(Exception e){ e.printStackTrace(System.out);}
  try{ ReflectionTraces.class.getDeclaredMethod("priv").invoke(null); Class.forName("ReflectionTracesO").getDeclaredMethod("q").invoke(null); }catch(Exception e){ e.printStackTrace(System.out);}
  try{ java.util.List.of(1,2).getClass().getMethod("size").invoke(java.util.List.of()); }catch(Exception e){ e.printStackTrace(System.out);}
  try{ java.lang.invoke.MethodHandles.lookup().findStatic(ReflectionTraces.class,"th",java.lang.invoke.MethodType.methodType(void.class)).invoke(); }catch(Throwable e){ e.printStackTrace(System.out);}
  try{ Array.get(new int[1],5); }catch(Throwable e){ e.printStackTrace(System.out);}
  try{ Array.newInstance(int.class,-1); }catch(Throwable e){ e.printStackTrace(System.out);}
  try{ ReflectionTraces.class.getDeclaredField("z").set(null,"s"); }catch(Throwable e){ e.printStackTrace(System.out);}
  try{ ReflectionTraces.class.getDeclaredField("f").set(null,"s"); }catch(Throwable e){ e.printStackTrace(System.out);}
  try{ ReflectionTraces.class.getDeclaredField("i").get(null); }catch(Throwable e){ e.printStackTrace(System.out);}
  try{ ReflectionTraces.class.getDeclaredField("i").get("s"); }catch(Throwable e){ e.printStackTrace(System.out);}
  try{ ReflectionTracesO.class.getDeclaredField("h").get(null); }catch(Throwable e){ e.printStackTrace(System.out);}
  ReflectionTraces.class.getMethod("main2",String[].class).invoke(null,(Object)new String[0]);
 } static int z; int i; static final int f=1; private static void priv(){} public static void main2(String[] a){ System.out.println(Thread.currentThread().getStackTrace().length); throw new Error("end"); } }
class ReflectionTracesO { private static void q(){} private static int h; }
