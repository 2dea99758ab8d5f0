import type { AttachmentAction } from "../contract/attachment-actions";
import type { Appearance } from "../contract/themes";
import type { Language } from "../preferences/preferences";

/** The configuration sent to the browser (CF-03); all of it is visible in the page's source. */
export interface PublicConfig {
  appTitle: string;
  productUrl?: string;
  hubUrl?: string;
  /** `/admin`, or empty at the root. */
  basePath: string;
  /** The identifier from the address; undefined while multi-tenancy is off. */
  tenant?: string;
  /** Base path and tenant prefix, such as `/admin/acme`; empty at the root. Every address of this app begins with it. */
  prefix: string;
  multiTenancy: boolean;
  authMode: "basic" | "oidc";
  attachmentActions: readonly AttachmentAction[];
  /** Maximum size of an uploaded attachment. */
  attachmentMegabytes: number;
  /** App-relative addresses such as `/users`. */
  initialShortcuts: readonly string[];
  version: string;
  languages: readonly Language[];
  /** The organisation's appearance when the page was rendered; undefined if it was unavailable. */
  appearance?: Appearance;
}
