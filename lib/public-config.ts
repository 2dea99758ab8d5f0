import type { AttachmentAction } from "./contract/attachment-actions";
import type { Appearance } from "./contract/themes";
import type { Language } from "./preferences/preferences";

/** What the browser may know of the configuration (CF-03); everything in it ends up in the page's source. */
export interface PublicConfig {
  appTitle: string;
  productUrl?: string;
  hubUrl?: string;
  /** `/admin`, or empty at the root. */
  basePath: string;
  /** The identifier from the address; left out while multi-tenancy is off. */
  tenant?: string;
  /** Base path and tenant prefix, such as `/admin/acme`; empty at the root. Every address of this app begins with it. */
  prefix: string;
  multiTenancy: boolean;
  authMode: "basic" | "oidc";
  attachmentActions: readonly AttachmentAction[];
  /** What an uploaded attachment may have at most. */
  attachmentMegabytes: number;
  /** App-relative addresses such as `/users`. */
  initialShortcuts: readonly string[];
  version: string;
  languages: readonly Language[];
  /** What the organisation looked like when the page was made; undefined where nobody could say. */
  appearance?: Appearance;
}
