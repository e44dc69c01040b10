import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { redact } from './redact'

const linesOf = (file: string) =>
  readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')

it('changes no plain number, date, version, hash or remark about a password', () => {
  const plain = linesOf('plain.txt')
  expect(plain).toHaveLength(200)
  expect(plain.filter((text) => redact(text).text !== text)).toEqual([])
})

/** Made up by the author of the rules: none was ever valid, but some may trip secret scanners. */
it('leaves no part of a planted key or password', () => {
  const keys: { text: string; secret: string }[] = linesOf('keys.jsonl').map((line) => JSON.parse(line))
  expect(keys.length).toBeGreaterThan(60)
  expect(keys.filter(({ text, secret }) => redact(text).text.includes(secret.slice(-8)))).toEqual([])
})
