// Preloaded into processes that live for seconds: code is compiled once, not a second time to run faster. With the embedded
// database that takes more than a third of the processor's time of such a start; with JavaScript a sixth of the API's.
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--liftoff-only");
setFlagsFromString("--no-opt");
