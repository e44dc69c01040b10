import { expect, it } from 'vitest'
import { readingOf, readingsIn, sameOwner, sameSubject } from './subject'

const same = (a: string, b: string) => [
  sameSubject(readingOf(a), readingOf(b)),
  sameSubject(readingOf(b), readingOf(a)),
]

it.each([
  ['My parrot is called Kiwi.', 'I renamed my parrot to Mango.'],
  ['I live in Oslo.', 'We moved to Bergen last week.'],
  ['My locker code is 4471.', 'They changed the code of my locker to 8820.'],
  ['The meeting with the auditors is on Thursday.', 'We moved the auditors meeting to Friday.'],
  ['I drive a Volvo.', 'I sold the Volvo and drive a Fiat now.'],
  ['My sister’s parrot is called Kiwi.', 'The parrot of my sister is now called Mango.'],
  ['Meine Katze heißt Mia.', 'Meine Katze heißt jetzt Lea.'],
  ['My neighbour Vara grows quinces.', 'My neighbour grows pears now.'],
  ['Owen is the treasurer.', 'Joan took over from Owen.'],
  ['Owen is the treasurer of the choir.', 'Since March Joan has been the treasurer of the choir.'],
  ['Our vet is Dr Bell.', 'Ana Cruz has replaced Dr Bell.'],
  ['I bank with Barclays.', "I've left Barclays and I'm with Monzo now."],
  ['My line manager is Priya.', 'Priya left on Friday, so I report to Stefan now.'],
  ['What time is our flight to Lisbon?', "The Lisbon flight's been put back to 9:15."],
  ['My gardener Vara comes on Mondays.', 'My new gardener Zemba comes on Fridays.'],
])('speaks of the same subject: %s / %s', (a, b) => {
  expect(same(a, b)).toEqual([true, true])
})

it.each([
  ['My parrot is called Kiwi.', 'My sister’s parrot is now called Mango.'],
  ['My parrot is called Kiwi.', 'I renamed my sister’s parrot to Mango.'],
  ['I live in Oslo.', 'My sister lives in Rome.'],
  ['My sister is called Anna.', 'Anna now works at Google.'],
  ['My dog is called Rex.', 'My sister Ana has a dog called Bobo.'],
  ['Ana’s code is 4471.', 'My brother’s code is 8820.'],
  ['My dog is called Rex.', 'My boat is called Zefanur.'],
  ['Owen is the treasurer.', 'Joan took over the shop.'],
  ['Owen is the treasurer of the choir.', 'Joan is the treasurer of the club.'],
  ['Owen is a nurse.', 'Joan is a nurse.'],
  ['I met Lena at the market.', 'The market is closed on Mondays.'],
  ['My neighbour Vara grows quinces.', 'My neighbour Zemba grows quinces in Laxo.'],
])('speaks of another: %s / %s', (a, b) => {
  expect(same(a, b)).toEqual([false, false])
})

it('takes what a relative has for theirs', () => {
  const theirs = readingOf('My sister has a dog called Bobo.')
  expect(sameOwner(readingOf('What is my dog called?'), theirs)).toBe(false)
  expect(sameOwner(readingOf('What is my sister’s dog called?'), theirs)).toBe(true)
  expect(sameOwner(readingOf('Does my sister have a pet?'), theirs)).toBe(true)
})

it('takes somebody’s house for a place, not for an owner', () => {
  const asked = readingOf('Where is the spare key?')
  expect(sameOwner(asked, readingOf('The spare key is at my sister’s house.'))).toBe(true)
  expect(sameOwner(asked, readingOf('My sister’s spare key is in the shed.'))).toBe(false)
})

it('does not take “from now on” for the beginning of a place', () => {
  const other = readingOf('From now on my neighbour’s boat goes by the name Terhol.')
  expect(sameOwner(readingOf('What is my boat called?'), other)).toBe(false)
})

it('reads what a text states, not what it asks', () => {
  expect(readingsIn('My dog is old. What is my dog called? Tell me about my dog.')).toHaveLength(1)
})
