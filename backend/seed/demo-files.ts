import { createHash, randomUUID } from "node:crypto";
import sharp from "sharp";
import { colours } from "../../lib/theme/colours";
import { attachmentKindOf } from "../../lib/validation/attachment-files";
import { extensionOf } from "../../lib/validation/files";
import { refuseInTransaction } from "../core/open-transaction";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { attachmentFiles, type FileStore, fileKey } from "../files/store";
import type { Made } from "./demo-roles";
import { pdfOf } from "./pdf";
import type { SampleEvent } from "./timeline";

const day = 24 * 60 * 60 * 1000;

const statuses = [
  ["Draft", { de: "Entwurf", pl: "Szkic", sr: "Nacrt" }, colours.grey],
  ["In review", { de: "In Prüfung", pl: "W trakcie sprawdzania", sr: "Na proveri" }, colours.yellow],
  ["Approved", { de: "Freigegeben", pl: "Zatwierdzony", sr: "Odobreno" }, colours.green],
  ["Withdrawn", { de: "Zurückgezogen", pl: "Wycofany", sr: "Povučeno" }, colours.red],
] as const;
type Status = (typeof statuses)[number][0];

interface Sample {
  /** With its extension. */
  name: string;
  description: string;
  status: Status;
  daysAgo: number;
  /** Index of the uploader among the people. */
  by: number;
  /** Index of its role, if it has one. */
  role?: number;
  content: () => Buffer | Promise<Buffer>;
}

const samples: readonly Sample[] = [
  {
    name: "Travel policy.pdf",
    description: "What is paid, and what has to be asked for before.",
    status: "Approved",
    daysAgo: 212,
    by: 4,
    role: 0,
    content: () =>
      document("Travel policy", [
        "Trips are booked by the travel desk, trains before planes.",
        "Hotels up to 140 EUR a night need no approval.",
        "Receipts are handed in within two weeks.",
      ]),
  },
  {
    name: "Floor plan Berlin.png",
    description: "Second floor, with the desks that can be booked.",
    status: "Approved",
    daysAgo: 97,
    by: 2,
    content: () => floorPlan(),
  },
  {
    name: "Onboarding checklist.txt",
    description: "From the contract to the first day.",
    status: "In review",
    daysAgo: 33,
    by: 3,
    role: 8,
    content: () =>
      Buffer.from(
        "Two weeks before\n- Account and roles\n- Laptop and phone\n\nFirst day\n- Welcome, keys, tour\n- Data protection briefing\n",
      ),
  },
  {
    name: "Annual report, draft.pdf",
    description: "Figures as of the end of September.",
    status: "Draft",
    daysAgo: 9,
    by: 5,
    role: 10,
    content: () => document("Annual report", ["Draft. Not for distribution.", "Figures are preliminary."]),
  },
];

/** Creates the statuses that files go through. */
async function makeStatuses(db: Database): Promise<void> {
  for (const [index, [name, translations, color]] of statuses.entries())
    await db.execute(sql`
      insert into attachment_status (attachment_status_name, attachment_status_name_translation, sort_order, color)
      values (${name}, ${JSON.stringify({ en: name, ...translations })}::jsonb, ${index + 1}, ${color})`);
}

/**
 * Files uploaded by people, with their statuses over time. The files are stored before the events are replayed.
 * @param opening when the statuses are created
 */
export async function filesOf(
  made: Made,
  { files, tenantId, opening, now }: { files: FileStore; tenantId: string; opening: Date; now: Date },
): Promise<SampleEvent[]> {
  refuseInTransaction("Sample files are made");
  const events: SampleEvent[] = [{ when: opening, by: () => made.administrator, work: makeStatuses }];
  for (const sample of samples) {
    const content = await sample.content();
    const fileId = randomUUID();
    await files.write(fileKey(attachmentFiles, { tenantId, fileId }), content);
    events.push({
      when: new Date(now.getTime() - sample.daysAgo * day),
      by: () => made.userIds[sample.by],
      work: (db) => addFile(db, made, sample, { fileId, content }),
    });
  }
  return events;
}

async function addFile(
  db: Database,
  { roleIds }: Made,
  { name, description, status, role }: Sample,
  { fileId, content }: { fileId: string; content: Buffer },
): Promise<void> {
  const extension = extensionOf(name);
  const fileName = name.slice(0, -extension.length - 1);
  const checksum = createHash("sha256").update(content).digest("hex");
  const file: SQL = sql`${extension}, ${attachmentKindOf(name)}, ${content.length}, ${checksum}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into attachments (file_name, description, attachment_status_id, internal_file_name, file_extension, file_type, file_size,
      file_checksum)
    values (${fileName}, ${description}, (select attachment_status_id from attachment_status
      where tenant_id = app_tenant() and attachment_status_name = ${status}), ${fileId}, ${file})
    returning attachment_id as id`);
  const { id } = rows[0] as { id: string };
  await db.execute(sql`
    insert into attachment_files (attachment_file_id, attachment_id, sync_version, file_name, url, file_extension, file_type,
      file_size, file_checksum)
    values (${fileId}, ${id}, 1, ${fileName}, '', ${file})`);
  if (role !== undefined)
    await db.execute(sql`
      insert into attachment_relations (attachment_id, type, record_id) values (${id}, 'roles', ${roleIds[role]})`);
}

/** A page with a title and some lines. */
function document(title: string, lines: readonly string[]): Buffer {
  const text = lines.map((line) => `0 -22 Td (${line}) Tj`).join(" ");
  return pdfOf({
    width: 595,
    height: 842,
    drawing: `BT /F1 24 Tf 64 760 Td (${title}) Tj /F1 12 Tf 0 -20 Td ${text} ET`,
    resources: "/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>",
  });
}

function floorPlan(): Promise<Buffer> {
  const desks = Array.from({ length: 12 }, (_, place) => {
    const [x, y] = [90 + (place % 4) * 150, 110 + Math.floor(place / 4) * 120];
    return `<rect x="${x}" y="${y}" width="90" height="50" rx="6" fill="#c7d2fe" stroke="#4f46e5" stroke-width="2"/>`;
  });
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540"><rect width="960" height="540" fill="#fff"/>
        <rect x="40" y="40" width="880" height="460" fill="none" stroke="#334155" stroke-width="8"/>
        <path d="M700 40V300M700 380V500M700 270H920" stroke="#334155" stroke-width="8"/>${desks.join("")}</svg>`,
    ),
  )
    .png()
    .toBuffer();
}
