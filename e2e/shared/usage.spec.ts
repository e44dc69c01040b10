import type { Page } from '@playwright/test'
import { sectionName } from '@/components/ui/series'
import { phaseName } from '@/components/usage/usage-words'
import { NotingEngine } from '@/e2e/support/noting-engine'
import { expectAccessible } from '../support/axe'
import { openLedger, type StepRow } from '../support/ledger-file'
import { madeUpName } from '../support/names'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { SHARED_PORT } from '../support/servers'
import { numberIn, readTable } from '../support/table'
import { expect, test } from '../support/test'
import { chatGptConversation, Transfer } from '../support/transfer'
import { expectAgreement, figure, openDetails, proofOf, tableOf } from '../support/usage'

const prompt = (step: StepRow) => step.inputTokens ?? step.estInputTokens
const answer = (step: StepRow) => step.outputTokens ?? step.estOutputTokens
const sum = <T>(list: T[], of: (entry: T) => number) => list.reduce((total, entry) => total + of(entry), 0)
const CHART = 'With and without memory'

/** A provider whose model is the built-in engine, so that what it says counts. */
async function connected(page: Page) {
  const server = await serveOpenAi({ model: new NotingEngine({ delayMs: 0 }) })
  await connect(page, { url: server.url })
  return server
}

test('headline, chart, bars and details agree, with the sample and without it, and fit one screen', async ({
  chat,
  page,
}) => {
  await page.setViewportSize({ width: 1_440, height: 900 })
  await chat.begin('Hello.')
  await page.goto('/usage')
  await expect(page.getByText('Nothing to count yet')).toBeVisible()
  await expectAccessible(page)
  await chat.open()
  await page.getByRole('button', { name: /^Explore a sample/ }).click()
  await expect(page.getByRole('heading', { name: 'A repair café in the old fire station' })).toBeVisible()

  const details = page.getByText('Details', { exact: true })
  await page.goto('/usage')
  await expect(page.getByText(/^In the sample, memory saved .* tokens/)).toBeVisible()
  await expect(page.getByText(/message \d+ of “A repair café in the old fire station”/)).toBeVisible()
  expect((await details.boundingBox())?.y).toBeLessThan(1_600)
  await openDetails(page)
  await expect(page.getByText('Not counted: 1 message of the built-in engine')).toBeVisible()
  expect(await expectAgreement(page)).toBeGreaterThan(0)
  await expectAccessible(page)

  const server = await connected(page)
  const name = madeUpName()
  for (const [i, text] of [`I sail to ${name}.`, 'What did I say of sailing?'].entries())
    await chat.askAndWait(text, i + 1)
  await chat.startAnother()
  await chat.askAndWait(`My cat is called ${name}.`, 1)
  await page.goto('/usage')
  await expect(page.getByText(/^Memory (saved|used) /)).toBeVisible()
  await expect(figure(page, 'Saving per conversation').getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('main').getByText('repair café')).toHaveCount(0)
  expect((await details.boundingBox())?.y).toBeLessThan(1_600)
  await openDetails(page)
  await expectAgreement(page)
  await expectAccessible(page)
  await server.close()
})

test('every table adds up to the calls in the database', async ({ chat, page }) => {
  const server = await connected(page)
  const person = madeUpName()
  await chat.askAndWait(`My neighbour ${person} lives in ${madeUpName()}.`, 1)
  await chat.askAndWait('How many files are in the workspace?', 2)
  await chat.askAndWait(`What did I tell you about ${person}?`, 3)
  await chat.regenerate(3).click()
  await expect(chat.turn(3)).toContainText('Version 2 / 2')
  await chat.settled(3)
  const id = chat.conversationId()
  const ledger = openLedger(SHARED_PORT)
  await expect
    .poll(
      () => new Set(ledger.steps(id).flatMap(({ phase, turnId }) => (phase === 'notes' ? turnId : []))).size,
    )
    .toBe(4)
  const steps = ledger.steps(id)

  await page.goto(`/usage?conversation=${id}`)
  await openDetails(page)
  const saved = await expectAgreement(page)
  const memory = (await tableOf(page, 'By message')).at(-1) ?? {}
  expect(numberIn(memory['With memory'])).toBe(
    sum(steps, (step) => step.estInputTokens + step.estOutputTokens),
  )
  expect(numberIn(memory['Plain chat'])).toBe(numberIn(memory['With memory']) + saved)
  const phases = await readTable(page.getByRole('table', { name: 'Cost and tokens' }))
  const counted = (row: Record<string, string> | undefined) => [
    numberIn(row?.Calls),
    numberIn(row?.['Prompt, reported']) + numberIn(row?.['Prompt, estimated only']) + numberIn(row?.Answer),
  ]
  expect(counted(phases.at(-1))).toEqual([steps.length, sum(steps, (step) => prompt(step) + answer(step))])
  for (const phase of new Set(steps.map((step) => step.phase))) {
    const own = steps.filter((step) => step.phase === phase)
    const row = phases.find(({ Group }) => Group === phaseName(phase))
    expect([phase, ...counted(row)]).toEqual([
      phase,
      own.length,
      sum(own, (step) => prompt(step) + answer(step)),
    ])
  }
  const sections = await tableOf(page, 'By prompt section')
  for (const { section, tokens } of ledger.sections(id).filter(({ tokens }) => tokens > 0))
    expect([section, numberIn(sections.find((row) => row.Section === sectionName(section))?.Tokens)]).toEqual(
      [section, tokens],
    )
  expect(numberIn(sections.at(-1)?.Tokens)).toBe(sum(ledger.sections(id), (row) => row.tokens))
  ledger.close()
  const rows = (await tableOf(page, 'By message')).map(({ Messages }) => Messages)
  expect(rows).toEqual(['Message 1', 'Message 2', 'Message 3', 'Message 3, another attempt', 'All messages'])
  await expect(page.getByRole('table', { name: 'By window size' })).toContainText(/\d messages?/)
  await expectAccessible(page)
  const { withMemory } = await proofOf(page)
  await page.getByRole('link', { name: /^message \d+ of “/ }).click()
  await expect(page.getByText(`${withMemory} tokens in all, by Mneme’s own count`)).toBeVisible()
  await server.close()
})

test('the chart is rendered on the server, and works by keyboard: arrow keys select a turn, Enter opens it', async ({
  chat,
  page,
}) => {
  const server = await connected(page)
  for (const n of [1, 2, 3, 4, 5]) await chat.askAndWait(`I sail to ${madeUpName()}.`, n)
  const id = chat.conversationId()
  const html = await (await page.request.get(`/usage?conversation=${id}`)).text()
  expect(html.match(/<svg[^>]* data-drawing="true"[^>]*><(path|g)[^>]*>/g)).toHaveLength(1)
  await page.goto(`/usage?conversation=${id}`)
  const plot = page.getByRole('slider', { name: CHART })
  await expect(plot).toHaveAttribute('aria-valuetext', 'No message selected')
  await plot.press('ArrowRight')
  await plot.press('ArrowRight')
  await expect(plot).toHaveAttribute(
    'aria-valuetext',
    /^Message 2 · .*\d{4}.* · without memory [\d,]+ · with memory [\d,]+$/,
  )
  await plot.press('Enter')
  await expect(page.getByRole('region', { name: 'Prompt', exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/Message 2/)
  await server.close()
})

test('over all conversations turns are counted; two that are chosen are compared, and a bar leads to its own', async ({
  chat,
  page,
}) => {
  const server = await connected(page)
  const ids: string[] = []
  const names = [madeUpName(), madeUpName()]
  for (const [i, name] of names.entries()) {
    if (ids.length) await chat.startAnother()
    for (let n = 1; n <= i + 2; n++) await chat.askAndWait(`I sail to ${name}.`, n)
    ids.push(chat.conversationId())
  }
  await page.goto('/usage')
  await expect(figure(page, CHART).getByText('1st message', { exact: true })).toBeVisible()
  await expect(figure(page, CHART).getByText(/^Message 1/)).toHaveCount(0)
  const bars = figure(page, 'Saving per conversation')
  const choice = (name = '') => bars.getByRole('checkbox', { name: new RegExp(`^Compare .*${name}`, 'i') })
  await choice(names[0]).check()
  await expect(bars.getByText('Choose another one to compare.')).toBeVisible()
  await choice(names[1]).press('Space')
  await expect(page).toHaveURL(new RegExp(`compare=${ids[0]}(,|%2C)${ids[1]}`))
  await expect(figure(page, CHART)).toHaveCount(2)
  for (const name of names)
    await expect(page.getByRole('heading', { name: new RegExp(name, 'i'), level: 2 })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Conversation' }).click()
  await page.getByRole('option', { name: 'All conversations' }).click()
  await expect(figure(page, CHART)).toHaveCount(1)
  const bar = bars.locator(`a[href="/c/${ids[0]}"]`)
  await bar.focus()
  await bar.press('Enter')
  await expect(chat.turn(1)).toContainText(names[0] ?? '')
  await server.close()
})

test('of a continued import only the new turns count, and the page says what of plain chat is imported', async ({
  chat,
  page,
}) => {
  const server = await connected(page)
  const [boat, title] = [madeUpName(), `About ${madeUpName()}`]
  const messages = Array.from({ length: 30 }, (_, i): ['user' | 'assistant', string] =>
    i % 2 ? ['assistant', `The ${boat} answers ${i}.`] : ['user', `Part ${i} of the ${boat}.`],
  )
  const transfer = new Transfer(page)
  await transfer.open()
  await transfer.drop('old.json', JSON.stringify([chatGptConversation(madeUpName(), title, messages)]))
  await transfer
    .item('old.json')
    .getByRole('link', { name: `Open “${title}”` })
    .click()
  await expect(chat.turn(15)).toBeVisible()
  const id = chat.conversationId()
  await page.goto(`/usage?conversation=${id}`)
  await expect(page.getByText('Nothing to count yet')).toBeVisible()

  await page.goto(`/c/${id}`)
  await chat.askAndWait(`How goes the ${boat}?`, 16)
  await page.goto(`/usage?conversation=${id}`)
  await openDetails(page)
  await expect(page.getByText(/Imported messages account for [\d,]+ of these tokens\./)).toBeVisible()
  expect((await tableOf(page, 'By message')).map((row) => row.Messages)).toEqual([
    'Message 16',
    'All messages',
  ])
  await expectAgreement(page)
  await expectAccessible(page)
  await server.close()
})

test('a period counts for every number and stays in the address; the CSV has the same sums', async ({
  chat,
  page,
}) => {
  const server = await connected(page)
  const name = madeUpName()
  for (const n of [1, 2]) await chat.askAndWait(`I sail to ${name}.`, n)
  const id = chat.conversationId()
  const ledger = openLedger(SHARED_PORT)
  await expect.poll(() => ledger.steps(id).filter(({ phase }) => phase === 'notes').length).toBe(2)
  ledger.close()
  await page.goto(`/usage?conversation=${id}`)
  await openDetails(page)
  const all = await tableOf(page, 'By message')
  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/period=7d&zone=/)
  await expect(page.getByText(/^In this period, memory /)).toBeVisible()
  await openDetails(page)
  expect(await tableOf(page, 'By message')).toEqual(all)
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^mneme-usage-.*-to-\d{4}-\d\d-\d\d\.csv$/)
  const csv = await (await page.request.get(`/api/usage?conversation=${id}&period=7d`)).text()
  const [head = '', ...lines] = csv.trim().split('\r\n')
  const column = (wanted: string) =>
    sum(lines, (line) => Number(line.split(',')[head.split(',').indexOf(wanted)]))
  expect(lines).toHaveLength(2)
  expect(column('With memory')).toBe(numberIn(all.at(-1)?.['With memory']))
  expect(column('Plain chat')).toBe(numberIn(all.at(-1)?.['Plain chat']))

  await page.goto(`/usage?conversation=${id}&period=last-month`)
  await expect(page.getByText('No messages were sent in this period')).toBeVisible()
  await page.getByRole('link', { name: 'Show all time' }).click()
  await expect(page.getByText(/^Memory (saved|used) /)).toBeVisible()
  await page.goto(`/usage?conversation=${id}&period=fortnight`)
  await expect(page.getByText(/^The period is not valid/)).toBeVisible()
  await server.close()
})
