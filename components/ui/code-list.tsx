/** Codes to be stored, each selected as a whole. */
export function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <ul className="grid grid-cols-1 gap-x-6 gap-y-1 pb-1 font-mono text-sm sm:grid-cols-2">
      {codes.map((code) => (
        <li key={code} className="select-all">
          {code}
        </li>
      ))}
    </ul>
  );
}

/** Key of an authenticator app, in readable groups. */
export function GroupedKey({ text }: { text: string }) {
  return <p className="select-all break-words font-mono">{text.replace(/(.{4})(?=.)/g, "$1 ")}</p>;
}
