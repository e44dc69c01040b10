import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { extractJson, findJson } from './json-extract'

const schema = z.object({ a: z.number() })

describe('JSON in a model text', () => {
  it.each([
    ['{"a":1}'],
    ['  \n{"a": 1}\n'],
    ['```json\n{"a":1}\n```'],
    ['Here: {"a":1} - done'],
    ['I use {braces} freely. {"b":2} is not it, {"a":1} is.'],
    ['a "quoted { brace" then {"a":1,"x":"}{"}'],
    ['{"unclosed": [ {"a":1}'],
  ])('is found in %s', (text) =>
    expect(extractJson(text, schema)).toMatchObject({ ok: true, value: { a: 1 } }),
  )

  it('says what is wrong', () => {
    expect(extractJson('nothing', schema)).toEqual({ ok: false, problem: 'There is no JSON object in it.' })
    expect(extractJson('{"a":"one"}', schema)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/expected number/),
    })
  })

  it('finds any object in any prose around it', () => {
    const prose = fc.string().map((text) => text.replace(/[{}[\]]/g, ''))
    fc.assert(
      fc.property(prose, fc.dictionary(fc.string(), fc.jsonValue()), prose, (before, value, after) => {
        const json = JSON.stringify(value)
        expect(findJson(`${before} ${json} ${after}`)[0]?.value).toEqual(JSON.parse(json))
      }),
    )
  })

  it('comes to an end on hostile text, and finds nothing there', () => {
    expect(findJson('{'.repeat(200_000))).toEqual([])
    expect(findJson('[{"a":'.repeat(50_000))).toEqual([])
  })
})
