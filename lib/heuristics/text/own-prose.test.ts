import { expect, it } from 'vitest'
import { ownProse } from './own-prose'

const MAIL =
  'I, Luc Maes, live in Aalst and am 71.\nMy bank is KBC. I keep one month of the deposit for painting.'
it.each([
  ['a quotation', `Femke writes: "${MAIL}" What do I answer?`, 'Femke writes:   What do I answer?'],
  ['another quotation', `Er schreibt: „${MAIL}“`, 'Er schreibt:'],
  ['a mail', `My mail:\nFrom: Luc <luc@kbc.be>\nTo: Noor\nSubject: Lease\n\n${MAIL}`, 'My mail:'],
  [
    'a mail in another language',
    `Hij schrijft:\n**Van:** Luc\n**Onderwerp:** huur\n\n${MAIL}`,
    'Hij schrijft:',
  ],
  ['a forwarded mail', `See below\n---------- Forwarded message ---------\n${MAIL}`, 'See below'],
  ['quoted lines', `> I live in Aalst.\n>> I am 71.\nI live in Ghent.`, 'I live in Ghent.'],
  [
    'a letter',
    `He wrote this:\n\nDear tenants,\n${MAIL}\n\nKind regards,\nLuc\n\nI live in Ghent.`,
    'He wrote this:\n\n\nI live in Ghent.',
  ],
  ['a block', `So:\n\`\`\`\n${MAIL}\n\`\`\`\nI live in Ghent.`, 'So:\nI live in Ghent.'],
])('%s is not in the own words', (_, message, own) => {
  expect(ownProse(message)).toBe(own)
})

it.each([
  'My cat is called "Miso", and my dog is called "Max".',
  'from: Graz\nto: Vienna\nI want to be there at noon.',
  'Hi Mneme,\nI moved to Graz.\nKind regards\nNoor',
  'We read "The Old Man and the Sea" and my sister says "hi".',
])('“%s” is all the person’s own', (message) => {
  expect(ownProse(message)).toBe(message)
})

it('a hostile text takes linear time', () => {
  const lines = 'From: a\n> "x\nDear a,\n'.repeat(20_000)
  expect(ownProse(lines).length).toBeLessThan(lines.length)
})
