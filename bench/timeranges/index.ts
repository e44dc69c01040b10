import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { timeRangeOf } from '@/lib/base/time/time-range'
import type { Bench, Report } from '../bench'
import { dataPath } from '../shared-data'
import { mean, percentile, rounded } from '../stats'

const PHRASES = dataPath('temporal', 'phrases-dev.json')
const phrasesSchema = z.array(
  z.object({
    reference: z.string(),
    text: z.string(),
    range: z.tuple([z.string(), z.string()]).nullable(),
  }),
)
type Phrase = z.infer<typeof phrasesSchema>[number]

/** Words by which a phrase in plain letters is another language's. */
const ELSEWHERE =
  /\b(?:januar|februar|maerz|mai|juni|juli|oktober|dezember|janvier|fevrier|mars|avril|juin|juillet|aout|septembre|octobre|novembre|decembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|heute|gestern|letzte[nrs]?|vor|was ist|hier|aujourd|semaine|mois|jours|ayer|hoy|semana|mes|fin de|ieri|oggi|anno|mese|settimana|giorni|riunione|cosa|qu'ai|weekend dernier|week-end dernier)\b/i
const isEnglish = ({ text }: Phrase) =>
  /^[\x20-\x7e\t\n]*$/.test(text) && !ELSEWHERE.test(text) && !/^\d+\.\d+\.\d+$/.test(text)
/** The labels have no zone: their reference is read as the time of day in UTC, and so is every range. */
const ZONE = 'UTC'

function same({ reference, text, range }: Phrase): boolean {
  const found = timeRangeOf(text, new Date(`${reference}Z`), ZONE)
  if (!found || !range) return !found && !range
  const day = (moment: Date) => moment.toISOString().slice(0, 10)
  return (
    day(found.from) === range[0].slice(0, 10) &&
    day(new Date(found.to.getTime() - 1)) === range[1].slice(0, 10)
  )
}

async function run({ data, say }: Parameters<Bench['run']>[0]): Promise<Report> {
  const file = data ?? PHRASES
  const report: Report = { rows: [], goals: [], notes: [] }
  if (!existsSync(file)) {
    say(`${file} is not on this machine; nothing is measured.`)
    return report
  }
  const phrases = phrasesSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const times = phrases.map(({ text, reference }) => {
    const started = performance.now()
    timeRangeOf(text, new Date(`${reference}Z`), ZONE)
    return performance.now() - started
  })
  for (const [set, isIn] of [
    ['English', isEnglish],
    ['other languages', (phrase: Phrase) => !isEnglish(phrase)],
  ] as const) {
    const own = phrases.filter(isIn)
    const wrong = own.filter((phrase) => !same(phrase))
    const share = rounded((100 * (own.length - wrong.length)) / own.length)
    const named = own.filter((phrase) => phrase.range)
    const missed = named.filter((phrase) => !same(phrase)).length
    report.rows.push({
      set,
      phrases: own.length,
      exact: own.length - wrong.length,
      'with a time': named.length,
      'exact of these': named.length - missed,
    })
    if (set === 'English')
      report.goals.push({ goal: 'English phrases, exact', value: share, limit: 95, unit: '%', atLeast: true })
    else report.notes.push(`Other languages: ${share} % exact`)
    const texts = [...new Set(wrong.map(({ text }) => JSON.stringify(text.slice(0, 60))))]
    report.notes.push(`${set}, not as labelled: ${texts.join(', ')}`)
  }
  report.notes.push(`mean ${rounded(mean(times))} ms, p99 ${rounded(percentile(times, 0.99))} ms a phrase`)
  return report
}

export const timeranges: Bench = {
  name: 'timeranges',
  about: 'natural time ranges ("last spring") against labelled phrases (--data FILE in the same form)',
  run,
}
