/** A date that a text names, in parts, since a question may leave out the year or the day. `month` from 0. */
export type AskedDates = { year: number | null; month: number | null; day: number | null }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = 'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const monthOf = (name: string | undefined) => (name ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) : -1)
const DATE = new RegExp(
  [
    '\\b(?<iy>(?:19|20)\\d\\d)-(?<im>\\d{2})(?:-(?<id>\\d{2}))?\\b',
    `\\b(?<d1>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<m1>${MONTH})\\b\\.?(?:,? (?<y1>(?:19|20)\\d\\d))?`,
    `\\b(?<m2>${MONTH})\\b\\.? (?<d2>\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\d)(?:,? (?<y2>(?:19|20)\\d\\d))?`,
    `\\b(?<m3>${MONTH})\\b,? (?:of )?(?<y3>(?:19|20)\\d\\d)`,
    `\\b(?:in|during|of|since|by|until|early|late|mid|last|this|around)[ -](?<m4>${MONTH})\\b(?! \\d{1,2}(?:st|nd|rd|th)?\\b(?!\\d))(?:,? (?:of )?(?<y4>(?:19|20)\\d\\d))?`,
  ].join('|'),
  'giu',
)

const number = (text: string | undefined) => (text === undefined ? null : Number(text))
/** Dates named in a text, at most 4. Relative ones (last week) depend on when the text was said and are not among them. */
export function askedDates(text: string): AskedDates[] {
  const found: AskedDates[] = []
  for (const { groups: g = {} } of text.slice(0, 2_000).matchAll(DATE)) {
    const month = g.im ? Number(g.im) - 1 : monthOf(g.m1 ?? g.m2 ?? g.m3 ?? g.m4)
    const day = number(g.id ?? g.d1 ?? g.d2)
    if (month >= 0 && month < 12 && (day === null || (day >= 1 && day <= 31))) found.push({ year: number(g.iy ?? g.y1 ?? g.y2 ?? g.y3 ?? g.y4), month, day })
  }
  return found.slice(0, 4)
}

const DAY = 86_400_000
/** How well a moment fits an asked date, 0 to 1. People speak of things on the day and for some weeks after, so nearness fades slowly behind the date and fast before it. */
export function dateFit(asked: readonly AskedDates[], at: number): number {
  let best = 0
  for (const { year, month, day } of asked) {
    const moment = new Date(at)
    for (const y of year === null ? [moment.getUTCFullYear(), moment.getUTCFullYear() - 1] : [year]) {
      const from = Date.UTC(y, month ?? 0, day ?? 1)
      const to = day === null ? Date.UTC(y, (month ?? 11) + 1, 1) : from + DAY
      const late = at < from ? (from - at) / (4 * DAY) : at >= to ? (at - to) / (15 * DAY) : 0
      best = Math.max(best, Math.exp(-late))
    }
  }
  return best
}
