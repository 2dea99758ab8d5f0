"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

interface PageFieldProps {
  page: number;
  count: number;
  onChange: (page: number) => void;
}

/** Current page number, editable to go to another page. */
export function PageField({ page, count, onChange }: PageFieldProps) {
  const t = useTranslations("viewer.pdf");
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  const go = () => {
    const wanted = Math.round(Number(typed));
    if (wanted >= 1 && wanted <= count) onChange(wanted);
    else setTyped(String(page));
  };
  return (
    <span className="flex items-center gap-1 px-1 text-sm tabular-nums">
      <input
        type="text"
        inputMode="numeric"
        aria-label={t("page")}
        value={typed}
        style={{ width: `${String(count).length + 3}ch` }}
        onChange={({ target }) => setTyped(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={go}
        onKeyDown={({ key }) => key === "Enter" && go()}
        className="h-7 rounded-sm border border-control/60 bg-surface text-center"
      />
      {t("ofPages", { count })}
    </span>
  );
}
