import { useState } from "react";
import { vi } from "vitest";
import { page } from "vitest/browser";
import FileViewer from "@/components/resource/viewer/file-viewer";
import type { ViewerFile } from "@/components/resource/viewer/viewer-file";
import { type Surroundings, show } from "./show";

const { fetch: browserFetch } = globalThis;

interface ShownFiles extends Surroundings {
  index?: number;
  onEdit?: (file: ViewerFile) => void;
}

/** The viewer over some files; what they consist of comes from the browser itself. */
export async function showFiles(
  files: readonly ViewerFile[],
  { index = 0, onEdit, ...more }: ShownFiles = {},
) {
  const shown = await show(<Files files={files} first={index} onEdit={onEdit} />, more);
  return { ...shown, viewer: page.getByRole("dialog") };
}

function Files({
  files,
  first,
  onEdit,
}: { files: readonly ViewerFile[]; first: number } & Pick<ShownFiles, "onEdit">) {
  const [index, setIndex] = useState<number | undefined>(first);
  useState(passFilesThrough);
  return (
    <>
      <button type="button" onClick={() => setIndex(first)}>
        Open
      </button>
      {index !== undefined && (
        <FileViewer
          files={files}
          index={index}
          onIndexChange={setIndex}
          onClose={() => setIndex(undefined)}
          onEdit={onEdit}
        />
      )}
    </>
  );
}

/** Before the first of them is asked for, and after the calls of the contract were given their stand-in. */
function passFilesThrough(): void {
  const { fetch: calls } = globalThis;
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) =>
    isOfContract(String(input)) ? calls(input, init) : browserFetch(input, init),
  );
}

function isOfContract(address: string): boolean {
  return new URL(address, location.href).pathname.startsWith("/api/");
}
