/** A client that a generator makes from the OpenAPI document, and calls that are made with it. */
export interface GeneratedClient {
  /** Also that of its folder. */
  readonly name: string;
  /** The commands that must be on PATH. */
  readonly tools: readonly string[];
  /** Generates it, checks the types of what calls it, and makes the calls; rejects where any of that fails. */
  call(place: Place): Promise<void>;
}

interface Place {
  /** A copy of the client's folder, which is removed afterwards. */
  readonly directory: string;
  /** The file that has the OpenAPI document. */
  readonly document: string;
  /** SERVICE_URL, an API_KEY, and a SMALL_KEY whose quota is soon used up. */
  readonly environment: Readonly<Record<string, string>>;
}
