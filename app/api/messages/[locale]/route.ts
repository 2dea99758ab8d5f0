import { compiledMessages } from "@/lib/i18n/compiled-messages";
import { isLanguage } from "@/lib/i18n/language";

/** All messages of one language, for switching without a reload (PR-02). They are no secret and the same for everybody. */
export async function GET(
  _: Request,
  { params }: { params: Promise<{ locale: string }> },
): Promise<Response> {
  const { locale } = await params;
  if (!isLanguage(locale)) return Response.json(null, { status: 404 });
  return Response.json(await compiledMessages(locale), {
    headers: { "cache-control": "private, max-age=300" },
  });
}
