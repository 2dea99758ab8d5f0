// Preloaded into short-lived processes to disable optimising compilation, which takes more than a third of processor time for a
// start with the embedded database, and a sixth for the API's JavaScript.
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--liftoff-only");
setFlagsFromString("--no-opt");
