import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;

/** Two threads call with one client; an interceptor answers, so nothing is connected. */
public class Dispatch {
    public static void main(String[] args) throws Exception {
        OkHttpClient client = new OkHttpClient.Builder().addInterceptor(chain -> new Response.Builder()
                .request(chain.request()).protocol(Protocol.HTTP_1_1).code(200).message("OK")
                .body(ResponseBody.create("hello", MediaType.get("text/plain"))).build()).build();
        Request request = new Request.Builder().url("http://localhost/").build();
        String[] bodies = new String[2];
        Thread other = new Thread(() -> bodies[0] = body(client, request));
        other.start();
        bodies[1] = body(client, request);
        other.join();
        assert bodies[0].equals("hello") && bodies[1].equals("hello");
    }

    static String body(OkHttpClient client, Request request) {
        try (Response response = client.newCall(request).execute()) {
            return response.body().string();
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
