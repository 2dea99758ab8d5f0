/** Replaces Next's own page: its text and styles would be part of every page's data. */
export default function NotFound() {
  return <h1>404</h1>;
}
