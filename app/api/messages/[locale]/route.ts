import { compiledMessages } from "@/lib/i18n/compiled-messages";
import { isLanguage } from "@/lib/i18n/language";
import { buildId } from "@/lib/installation/build-id";

const forMinutes = "private, max-age=300";
const forGood = "private, max-age=31536000, immutable";

/** All messages of one language (PR-02). They are public, the same for all users, and fixed per build. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ locale: string }> },
): Promise<Response> {
  const { locale } = await params;
  if (!isLanguage(locale)) return Response.json(null, { status: 404 });
  return Response.json(await compiledMessages(locale), {
    headers: { "cache-control": isOfThisBuild(request.url) ? forGood : forMinutes },
  });
}

/** During a deployment, processes of one build serve pages of the other. */
function isOfThisBuild(url: string): boolean {
  return buildId !== "" && new URL(url).searchParams.get("build") === buildId;
}
