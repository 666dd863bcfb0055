import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import java.util.concurrent.CountDownLatch;

/** A local channel: the server gets what the client writes. */
public class LocalChannels {
    public static void main(String[] args) throws Exception {
        DefaultEventLoop loop = new DefaultEventLoop();
        CountDownLatch got = new CountDownLatch(1);
        String[] message = new String[1];
        new ServerBootstrap().group(loop).channel(LocalServerChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
                            @Override public void channelRead(ChannelHandlerContext context, Object read) {
                                message[0] = (String) read;
                                got.countDown();
                            }
                        });
                    }
                }).bind(new LocalAddress("here")).sync();
        Channel client = new Bootstrap().group(loop).channel(LocalChannel.class)
                .handler(new ChannelInboundHandlerAdapter()).connect(new LocalAddress("here")).sync().channel();
        client.writeAndFlush("hello");
        got.await();
        assert message[0].equals("hello");
        loop.shutdownGracefully();
    }
}
