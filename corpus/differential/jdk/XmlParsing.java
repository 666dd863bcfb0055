import javax.xml.parsers.*;
import org.w3c.dom.*;
import java.io.*;
import javax.xml.xpath.*;
import javax.xml.transform.*;
import javax.xml.transform.dom.*;
import javax.xml.transform.stream.*;
import org.xml.sax.*;
import org.xml.sax.helpers.*;
import javax.xml.stream.*;

public class XmlParsing {
    public static void main(String[] a) throws Exception {
        String x = "<r a='1'><i k='x'>one</i><i>two &amp; 3</i><!-- c --></r>";
        Document d = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(x)));
        NodeList l = d.getElementsByTagName("i");
        for (int i = 0; i < l.getLength(); i++) System.out.println(l.item(i).getTextContent()
                + ((Element) l.item(i)).getAttribute("k"));
        System.out.println(XPathFactory.newInstance().newXPath().evaluate("count(//i)", d));
        SAXParserFactory.newInstance().newSAXParser().parse(new ByteArrayInputStream(x.getBytes()),
                new DefaultHandler() { public void startElement(String u, String n, String q, Attributes at) {
                System.out.print(q + at.getLength() + " "); } });
        XMLStreamReader r = XMLInputFactory.newInstance().createXMLStreamReader(new StringReader(x));
        int n = 0;
        while (r.hasNext()) n += r.next();
        System.out.println(n);
        Transformer t = TransformerFactory.newInstance().newTransformer();
        t.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        StringWriter w = new StringWriter();
        t.transform(new DOMSource(d), new StreamResult(w));
        System.out.println(w);
        try {
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader("<a>")));
        } catch (SAXParseException e) {
            System.out.println(e.getMessage());
        }
    }
}
