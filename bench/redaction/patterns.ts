import { redact } from '@/lib/heuristics/redact/redact'
import { CRAFTED_CHARS, type Crafted, craftedTexts } from '../hostile/crafted-texts'

/** Beginnings of everything that redaction looks for, to be repeated. */
const UNITS =
  'pwd |password is a |password: |a@|@a.|a.|1 |12 34 |+1 |(1) |0|1|1.1.|::|a:|ab:|Aa |Mr. A|Dr. |my name is |Name: A |1 Aa Aa St |Rue A |Straße 1 |Apt 1 |-----BEGIN PRIVATE KEY-----|sk-|sk-a-|eyJ|eyJaaaaaaaa.|AKIA|://a:|?token=|P:|Bearer |_|a-|security answer |token |api_key=|a_key=|GB82|GB82 |4242 |4242-|123-45-|ssn |call |call 123 |phone: 1 |fax|my pin |version 1.2.3.4 |v1.|aA1|à|漢|Address: 1 A|lives at Aa |Unit 1 Box |a [at] b [dot] |+1(|x1|a1B2c3D4e5F6g7H8i9J0 '.split(
    '|',
  )
const PLAIN: readonly Crafted[] = UNITS.map((unit) => ({
  name: JSON.stringify(unit),
  textOf: (chars) => unit.repeat(Math.ceil(chars / unit.length)).slice(0, chars),
}))

/** Processor time in milliseconds, at best of five runs: other work on the machine should not count. */
function cost(text: string): number {
  const run = () => {
    const before = process.cpuUsage()
    redact(text)
    return process.cpuUsage(before).user / 1_000
  }
  return Math.min(run(), run(), run(), run(), run())
}

/** The slowest of `count` random patterns and the ones above, for 100,000 characters. */
export function slowest(count: number, seed: number): { name: string; ms: number; patterns: number } {
  const patterns = [...PLAIN, ...craftedTexts(count, seed)]
  redact(patterns.map(({ textOf }) => textOf(200)).join(' '))
  const times = patterns.map(({ name, textOf }) => ({ name, ms: cost(textOf(CRAFTED_CHARS)) }))
  const worst = times.reduce((a, b) => (b.ms > a.ms ? b : a))
  return { ...worst, patterns: patterns.length }
}
