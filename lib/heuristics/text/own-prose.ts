import { proseOf } from './prose'

/** Lines at the head of a mail, and the one among them that no list of a person's own has. */
const HEADER =
  /^[\s>*]*(?:from|to|cc|sent|date|subject|reply-to|von|an|gesendet|datum|betreff|de|à|para|objet|envoyé|date|asunto|enviado|fecha|van|aan|onderwerp|verzonden|da|a|oggetto|data|assunto)\s?:\**\s/i
const SUBJECT = /^[\s>*]*(?:subject|betreff|objet|asunto|onderwerp|oggetto|assunto)|@/i
const FORWARDED =
  /^[\s>*]*-{2,} ?(?:original|forwarded|ursprüngliche|weitergeleitete|doorgestuurd|oorspronkelijk|message)/i
const QUOTED_LINE = /^\s*>/
/** Words of others between quotation marks: short ones may be a title, a name or the person's own emphasis. */
const QUOTATION = /(?<=^|[\s(:])["“„«](?=\S)[^"“”„«»]{80,}["“”»](?=$|[\s.,;:!?)])/g
const SALUTATION =
  /^\s*(?:dear|hi|hello|hallo|liebe[rs]?|sehr geehrte[rs]?|beste|geachte|chère?s?|bonjour|estimad[oa]s?|querid[oa]s?|gentile) .{1,60},\s*$/i
const SIGN_OFF =
  /^\s*(?:(?:kind|best|warm)(?:est)? (?:regards|wishes)|regards|sincerely|yours (?:sincerely|faithfully|truly)|cheers,|mit (?:freundlichen|besten)|(?:viele|liebe|beste) grüße|met vriendelijke|(?:hartelijke |vriendelijke )?groet|cordialement|bien à vous|(?:un )?saludos?|atentamente|cordiali saluti)/i

const startsMail = (line: string, i: number, lines: readonly string[]) => {
  if (FORWARDED.test(line)) return true
  if (!HEADER.test(line)) return false
  const head = lines.slice(i, i + 6).filter((one) => HEADER.test(one))
  return head.length > 1 && head.some((one) => SUBJECT.test(one))
}

/** A letter within a message; one that is all of it is the person's own. */
function withoutLetter(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex((line, i) => i > 0 && SALUTATION.test(line))
  const end = lines.findLastIndex((line) => SIGN_OFF.test(line))
  return from > 0 && end > from ? [...lines.slice(0, from), ...lines.slice(end + 2)] : lines
}

/** What a person says in a message: its prose without pasted mails, letters and longer quotations. */
export function ownProse(message: string): string {
  const lines = proseOf(message).split('\n')
  const mail = lines.findIndex(startsMail)
  return withoutLetter(mail < 0 ? lines : lines.slice(0, mail))
    .filter((line) => !QUOTED_LINE.test(line))
    .join('\n')
    .replace(QUOTATION, ' ')
    .trim()
}
