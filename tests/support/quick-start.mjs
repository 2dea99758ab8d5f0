// Preloaded into an API that lives for seconds: the embedded database's code is compiled once, not a second time to run faster,
// which takes more than a third of the processor's time of such a start.
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--liftoff-only");
