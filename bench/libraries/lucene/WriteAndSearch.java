import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Two threads add a document each to one index: both are there after the commit. */
public class WriteAndSearch {
    public static void main(String[] args) throws Exception {
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig());
        Thread other = new Thread(() -> add(writer, "a"));
        other.start();
        add(writer, "b");
        other.join();
        writer.close();
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            assert reader.numDocs() == 2 : reader.numDocs();
        }
    }

    static void add(IndexWriter writer, String id) {
        Document document = new Document();
        document.add(new StringField("id", id, Field.Store.NO));
        try {
            writer.addDocument(document);
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
