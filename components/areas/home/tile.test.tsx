import { House } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TileFace } from "./tile";

test("[HO-01] a label of more than 20 characters is set smaller, and every label ends after two lines", () => {
  const face = (length: number) => renderToStaticMarkup(<TileFace icon={House} label={"x".repeat(length)} />);
  expect(face(20)).toMatch(/line-clamp-2.* text-base/);
  expect(face(21)).toMatch(/line-clamp-2.* text-xs/);
});
