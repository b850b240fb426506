import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import java.util.List;

/** Speaks MongoDB's protocol on a port of the loopback interface and keeps its data in a file. */
public class MongoStandIn {
  private static final int COMMIT_DELAY_MS = 20;

  public static void main(String[] args) throws Exception {
    H2Backend backend = new H2Backend(args[1]);
    // By default a second of acknowledged writes is lost with the process.
    backend.getMvStore().setAutoCommitDelay(COMMIT_DELAY_MS);
    backend.version(new OldestThatDriversTake());
    MongoServer server = new MongoServer(backend);
    server.bind("127.0.0.1", Integer.parseInt(args[0]));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    System.out.println("listening on " + server.getLocalAddress().getPort());

    // Standard input closes when the process that started this one ends, in whatever way.
    while (System.in.read() != -1) {}
    System.exit(0);
  }

  /** Of the versions that come with the server the old ones are refused by the driver, and 5.0 would promise too much. */
  static class OldestThatDriversTake implements MongoVersion {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(4, 4, 0);
    }

    @Override
    public int getWireVersion() {
      return 9;
    }
  }
}
