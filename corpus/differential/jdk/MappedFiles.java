import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

/** Files that are mapped into memory, and what is written to one is in the other; and a compiled style sheet. */
public class MappedFiles {
    public static void main(String[] args) throws Exception {
        Path file = Files.createTempFile("mapped", ".bin");
        Files.writeString(file, "line one\nline two\n");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var whole = channel.map(MapMode.READ_WRITE, 0, channel.size());
            var second = channel.map(MapMode.READ_ONLY, 9, 8);
            System.out.println(whole.capacity() + " " + second + " " + second.isReadOnly() + " " + whole.isDirect());
            whole.put(0, (byte) 'L').put(9, (byte) 'Z');
            System.out.println((char) second.get(0) + " " + Files.readString(file).replace('\n', '/'));
            channel.write(ByteBuffer.wrap("LINE".getBytes()), 9);
            System.out.println((char) whole.get(9) + "" + (char) second.get(1));
            var own = channel.map(MapMode.PRIVATE, 0, 4);
            own.put(0, (byte) '?');
            System.out.println((char) own.get(0) + " " + (char) whole.get(0));
            var longer = channel.map(MapMode.READ_WRITE, 0, 100);
            longer.order(ByteOrder.LITTLE_ENDIAN);
            longer.putInt(96, 0x01020304);
            longer.force();
            System.out.println(channel.size() + " " + Files.readAllBytes(file)[96]);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.map(MapMode.READ_WRITE, 0, 1);
        } catch (NonWritableChannelException e) {
            System.out.println(e);
        }
        Files.delete(file);
        styleSheet();
    }

    static void styleSheet() throws Exception {
        String sheet = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
            + "<xsl:output method='text'/><xsl:template match='/'><xsl:for-each select='//i'><xsl:sort select='.'/>"
            + "<xsl:value-of select='.'/>;</xsl:for-each></xsl:template></xsl:stylesheet>";
        Transformer transformer = TransformerFactory.newInstance().newTransformer(new StreamSource(new StringReader(sheet)));
        StringWriter written = new StringWriter();
        transformer.transform(new StreamSource(new StringReader("<r><i>b</i><i>a</i></r>")), new StreamResult(written));
        System.out.println(written);
    }
}
