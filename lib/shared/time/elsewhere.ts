import { back, between, dateSpan, lastUnits, nextWeekday, unitAt, wholeDay } from './calendar'
import { cjk, given, type Rule, wordPattern } from './rule'
import {
  AGO_ELSEWHERE,
  AGO_UNSPACED,
  agoCount,
  agoUnit,
  CHINESE_COUNT,
  countNamed,
  ELSEWHERE,
  UNSPACED,
} from './words'

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
const calendarRule =
  (made: (pattern: string) => RegExp) =>
  ([pattern, unit, by]: (typeof ELSEWHERE)[number]): Rule => ({
    pattern: made(pattern),
    span: (_, now) => unitAt(now, unit, by),
  })

const agoRule = (pattern: RegExp): Rule => ({
  pattern,
  ago: true,
  span({ n1, n2, n3, u1, u2, u3 }, now) {
    const [count, unit] = [agoCount(n1 ?? n2 ?? n3), agoUnit(u1 ?? u2 ?? u3)]
    if (count === null || !unit) return null
    return typeof count === 'number' ? wholeDay(back(now, unit, count)) : between(now, unit, ...count)
  },
})

export const OTHERS: Rule[] = [
  ...ELSEWHERE.map(calendarRule(wordPattern)),
  ...UNSPACED.map(calendarRule(cjk)),
  ...AGO_ELSEWHERE.map((pattern) => agoRule(wordPattern(pattern))),
  agoRule(cjk(AGO_UNSPACED)),
  {
    pattern: cjk(`(?:最近|过去)(?<n>${CHINESE_COUNT})(?<u>天|周|个星期|个月|年)`),
    span({ n, u }, now) {
      const [count, unit] = [countNamed(n), agoUnit(u)]
      return count === null || !unit ? null : lastUnits(now, unit, count)
    },
  },
  {
    pattern: cjk('(?<y>\\d{4})年(?:(?<m>\\d{1,2})月(?:(?<d>\\d{1,2})日)?)?|(?<n>\\d{1,2})月(?<e>\\d{1,2})日'),
    span: ({ y, m, d, n, e }, now) => dateSpan(now, given(y, number(m ?? n), d ?? e)),
  },
  {
    pattern: cjk('^(?<m>[一二三四五六七八九十]{1,2})月$'),
    span: ({ m }, now) => dateSpan(now, { month: countNamed(m) ?? 13 }),
  },
  {
    pattern: cjk('(?<h>[上下])半年'),
    span({ h }, now) {
      const from = now.startOf('year').plus({ months: h === '上' ? 0 : 6 })
      return [from, from.plus({ months: 6 })]
    },
  },
  {
    pattern: cjk('第(?<q>[一二三四])季度'),
    span({ q }, now) {
      const from = now.startOf('year').plus({ quarters: (countNamed(q) ?? 1) - 1 })
      return [from, from.plus({ quarters: 1 })]
    },
  },
  {
    pattern: cjk('(?:周|星期|礼拜)(?<d>[一二三四五六日天])'),
    span: ({ d = '' }, now) => nextWeekday(now, '一二三四五六'.indexOf(d) + 1 || 7, 0),
  },
]
