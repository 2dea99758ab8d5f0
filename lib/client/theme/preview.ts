import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ThemeColours } from "../../theme/palette";

/** An unsaved theme. */
export interface PreviewedTheme extends ThemeColours {
  /** Address of the logo; undefined for the organisation's, empty for none. */
  logo?: string;
  /** Address of the logo for dark bars. */
  darkLogo?: string;
}

/** Theme and name being edited in this window, which its frame shows instead of the stored ones; never set on servers. */
const preview = createStore<{ theme?: PreviewedTheme; name?: string }>(() => ({}));

/** Shows an unsaved theme in the frame of this window; without one, shows the stored theme again. */
export const previewTheme = (theme: PreviewedTheme | undefined) => preview.setState({ theme });

export const usePreviewedTheme = () => useStore(preview, ({ theme }) => theme);

/** Shows an unsaved name of the organisation in the frame of this window. */
export const previewName = (name: string | undefined) => preview.setState({ name });

export const usePreviewedName = () => useStore(preview, ({ name }) => name);
