import java.sql.*;

public class SqlTypes {
    public static void main(String[] a) {
        System.out.println(Timestamp.valueOf("2024-01-02 03:04:05.678") + " " + Date.valueOf("2024-02-03") + " "
                + Time.valueOf("10:11:12"));
        try {
            DriverManager.getConnection("jdbc:none");
        } catch (SQLException e) {
            System.out.println(e.getMessage() + e.getSQLState());
        }
    }
}
