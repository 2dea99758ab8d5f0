import { useTranslations } from "next-intl";

interface NamesListProps {
  entries: readonly { name: string; hint?: string }[];
  max: number;
}

/** The first few names, and how many more there are. */
export function NamesList({ entries, max }: NamesListProps) {
  const t = useTranslations("resource.bulk");
  const shown = entries.slice(0, max);
  const more = entries.length - shown.length;
  return (
    <>
      <ul className="flex flex-col gap-1 text-sm">
        {shown.map(({ name, hint }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: people may share a name, and the list does not change
          <li key={`${index} ${name}`} className="min-w-0 break-words">
            <span className="font-medium">{name}</span>
            {hint && <span className="block text-muted text-xs">{hint}</span>}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-1 text-muted text-sm">{t("andMore", { count: more })}</p>}
    </>
  );
}
