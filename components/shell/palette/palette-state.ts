import { createStore } from "zustand/vanilla";

type Opened = "palette" | "keys";

/** State of this window, never set on servers. */
export const paletteState = createStore<{ open?: Opened; typed: string }>(() => ({ typed: "" }));

/** Opens the palette or the key list, or closes both. */
export const openPalette = (open?: Opened) => paletteState.setState({ open, typed: "" });
