import { House } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TileFace } from "./tile";

test("[HO-01] labels over 20 characters are set smaller, and all are limited to two lines", () => {
  const face = (length: number) => renderToStaticMarkup(<TileFace icon={House} label={"x".repeat(length)} />);
  expect(face(20)).toMatch(/line-clamp-2.* text-base/);
  expect(face(21)).toMatch(/line-clamp-2.* text-xs/);
});
