import type { Page } from '@playwright/test'
import { sectionName } from '@/components/ui/series'
import { phaseName } from '@/components/usage/charts/series'
import { expectAccessible } from '../support/axe'
import { openLedger, type StepRow } from '../support/ledger-file'
import { madeUpName } from '../support/names'
import { LOCAL_PORT } from '../support/servers'
import { numberIn, readTable } from '../support/table'
import { expect, test } from '../support/test'
import { chatGptConversation, Transfer } from '../support/transfer'

const figure = (page: Page, name: string) => page.getByRole('figure', { name })
const tableOf = (page: Page, name: string) => readTable(figure(page, name).getByRole('table'))
const prompt = (step: StepRow) => step.inputTokens ?? step.estInputTokens
const answer = (step: StepRow) => step.outputTokens ?? step.estOutputTokens
const sum = <T>(list: T[], of: (entry: T) => number) => list.reduce((total, entry) => total + of(entry), 0)

test('the table view of every chart matches the totals in the database', async ({ chat, page }) => {
  const person = madeUpName()
  await chat.open()
  await chat.askAndWait(`My neighbour ${person} lives in ${madeUpName()}.`, 1)
  await chat.askAndWait('How many files are in the workspace?', 2)
  await chat.askAndWait(`What did I tell you about ${person}?`, 3)
  await chat.regenerate(3).click()
  await expect(chat.turn(3)).toContainText('Version 2 / 2')
  await chat.settled(3)
  const id = chat.conversationId()
  const ledger = openLedger(LOCAL_PORT)
  const steps = ledger.steps(id)

  await page.goto(`/usage?conversation=${id}`)
  await expect(page.getByText(/^(Memory saved|Not yet:|No difference) /)).toBeVisible()
  await expectAccessible(page)

  const tokens = (await tableOf(page, 'Tokens per turn')).at(-1) ?? {}
  expect(numberIn(tokens.Tokens)).toBe(sum(steps, (step) => prompt(step) + answer(step)))
  expect(numberIn(tokens.Calls)).toBe(steps.length)
  for (const phase of new Set(steps.map((step) => step.phase))) {
    const ofPhase = steps.filter((step) => step.phase === phase)
    expect([phase, numberIn(tokens[phaseName(phase)])]).toEqual([
      phase,
      sum(ofPhase, (step) => prompt(step) + answer(step)),
    ])
  }

  const sections = (await tableOf(page, 'By prompt section')).at(-1) ?? {}
  for (const { section, tokens: stored } of ledger.sections(id))
    expect([section, numberIn(sections[sectionName(section)])]).toEqual([section, stored])
  expect(numberIn(sections['Prompt tokens'])).toBe(sum(ledger.sections(id), (row) => row.tokens))

  const memory = (await tableOf(page, 'With and without memory')).at(-1) ?? {}
  expect(numberIn(memory['With memory'])).toBe(
    sum(steps, (step) => step.estInputTokens + step.estOutputTokens),
  )
  ledger.close()
  const saved = numberIn(memory['Plain chat']) - numberIn(memory['With memory'])
  const headline = await page.getByText(/^(Memory saved|Not yet:|No difference) /).textContent()
  expect(numberIn(/[\d,]+ tokens/.exec(headline ?? '')?.[0])).toBe(Math.abs(saved))

  const shown = figure(page, 'Tokens per turn')
  await shown.getByRole('button', { name: 'Show as table' }).click()
  await expect(shown.getByRole('row', { name: /^Turn 3 / })).toBeVisible()
  await expect(shown.getByRole('row', { name: /^Other branches \(1 turn\)/ })).toBeVisible()
  await expectAccessible(page)
  await shown.getByRole('link', { name: 'Turn 3' }).click()
  await expect(page.getByRole('region', { name: 'Prompt', exact: true })).toBeVisible()
})

test('charts are rendered on the server', async ({ chat, page }) => {
  await chat.open()
  await chat.askAndWait(`I sail to ${madeUpName()}.`, 1)
  const html = await (await page.request.get(`/usage?conversation=${chat.conversationId()}`)).text()
  expect(html.match(/<svg[^>]* data-drawing="true"[^>]*><(path|g)[^>]*>/g)).toHaveLength(3)
  expect(html).toMatch(/<path d="M[\d.]+ \d+V\d+h[\d.]+V1000Z"/)
})

test('charts work by keyboard: arrow keys select a turn in every figure, and Enter opens it', async ({
  chat,
  page,
}) => {
  await chat.open()
  for (const n of [1, 2]) await chat.askAndWait(`I sail to ${madeUpName()}.`, n)
  const id = chat.conversationId()
  await page.goto(`/usage?conversation=${id}`)
  const plot = page.getByRole('slider', { name: /^Tokens per turn/ })
  await expect(plot).toHaveAttribute('aria-valuetext', 'No turn selected')
  await plot.press('ArrowRight')
  await plot.press('ArrowRight')
  await expect(plot).toHaveAttribute('aria-valuetext', /^Turn 2 · .*\d{4}/)
  for (const name of ['With and without memory', 'By prompt section'])
    await expect(figure(page, name).locator('[data-hovered="2"]')).toBeVisible()
  const rows = await tableOf(page, 'Tokens per turn')
  const ofTurn = rows.find((row) => row.Turns === 'Turn 2')
  await expect(figure(page, 'Tokens per turn').locator('figcaption')).toContainText(
    `${phaseName('act')}${ofTurn?.[phaseName('act')]}`,
  )
  await plot.press('Enter')
  await expect(page.getByRole('region', { name: 'Prompt', exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/Turn 2/)
})

test('the chart of all conversations counts turns, and a part is singled out by its legend', async ({
  chat,
  page,
}) => {
  await chat.open()
  await chat.askAndWait(`I sail to ${madeUpName()}.`, 1)
  await chat.startAnother()
  await chat.askAndWait(`I sail to ${madeUpName()}.`, 1)
  await page.goto('/usage')
  const tokens = figure(page, 'Tokens per turn')
  await expect(tokens.getByText('1st turn', { exact: true }).first()).toBeVisible()
  await expect(tokens.getByText(/^Turn 1/)).toHaveCount(0)
  await expect(tokens).toContainText('Turns are counted in the order they were sent')
  await tokens.getByRole('slider').first().press('End')
  await expect(tokens.getByText(/^[\d,]+(st|nd|rd|th) (to .*)?turn · .*\d{4}/)).toBeVisible()
  const faded = tokens.locator('path[fill^="color-mix(in oklab, var(--series-"][fill$="var(--paper))"]')
  await expect(faded).toHaveCount(0)
  const answer = tokens.getByRole('button', { name: /^Answer/ })
  await answer.click()
  await expect(answer).toHaveAttribute('aria-pressed', 'true')
  await expect(faded.first()).toBeAttached()
  await expectAccessible(page)
  await answer.click()
  await expect(faded).toHaveCount(0)
})

test('two conversations are compared in one picture, with their differences below', async ({
  chat,
  page,
}) => {
  const ids: string[] = []
  const names = [madeUpName(), madeUpName()]
  await chat.open()
  for (const [i, name] of names.entries()) {
    if (ids.length) await chat.startAnother()
    for (let n = 1; n <= i + 1; n++) await chat.askAndWait(`I sail to ${name}.`, n)
    ids.push(chat.conversationId())
  }
  await page.goto(`/usage?conversation=${ids[0]}`)
  const tokens = numberIn((await tableOf(page, 'Tokens per turn')).at(-1)?.Tokens)
  const choice = page.getByRole('combobox', { name: 'Compare with' })
  await expect(choice).toHaveText('Compare with…')
  await choice.click()
  await page.getByRole('option', { name: new RegExp(names[1] ?? '', 'i') }).click()
  await expect(page).toHaveURL(new RegExp(`compare=${ids[0]}(,|%2C)${ids[1]}`))
  await expect(figure(page, 'Tokens per turn')).toHaveCount(1)
  await expect(figure(page, 'With and without memory')).toHaveCount(2)
  for (const name of names)
    await expect(page.getByRole('heading', { name: new RegExp(name, 'i'), level: 2 })).toBeVisible()

  const picture = await tableOf(page, 'Tokens per turn')
  expect(picture.map((row) => row.Turns)).toEqual(['Turn 1', 'Turn 2', 'All recorded calls'])
  expect(Object.values(picture[1] ?? {})[1]).toBe('–')
  const differences = page
    .getByRole('table')
    .filter({ has: page.getByRole('rowheader', { name: 'Difference' }) })
  const [first, second, difference] = await readTable(differences)
  expect(numberIn(first?.Tokens)).toBe(tokens)
  expect(numberIn(difference?.Tokens)).toBe(numberIn(second?.Tokens) - tokens)
  expect([first?.Turns, second?.Turns, difference?.Turns]).toEqual(['1', '2', '+1'])
  await expectAccessible(page)

  await choice.click()
  await page.getByRole('option', { name: 'None' }).click()
  await expect(page).toHaveURL(new RegExp(`conversation=${ids[0]}$`))
  await expect(figure(page, 'With and without memory')).toHaveCount(1)
})

test('the chart of a continued import shows only the new turns and says what is compared', async ({
  chat,
  page,
}) => {
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
  await expect(page.getByText('No model calls in this conversation yet')).toBeVisible()

  await page.goto(`/c/${id}`)
  await chat.askAndWait(`How goes the ${boat}?`, 16)
  await page.goto(`/usage?conversation=${id}`)
  await page.getByText('How this is calculated').click()
  await expect(page.getByText(/Imported turns account for [\d,]+ of these tokens\./)).toBeVisible()
  await expect(page.getByText('15 imported turns, not run here and not in the charts.')).toBeVisible()
  const rows = await tableOf(page, 'Tokens per turn')
  expect(rows.map((row) => row.Turns)).toEqual(['Imported (15 turns)', 'Turn 16', 'All recorded calls'])
  expect(numberIn(rows[1]?.Tokens)).toBe(numberIn(rows[2]?.Tokens))
  await expectAccessible(page)
})

test('a date range counts for every number and stays in the address; the CSV has the same sums', async ({
  chat,
  page,
}) => {
  await chat.open()
  const name = madeUpName()
  for (const n of [1, 2]) await chat.askAndWait(`I sail to ${name}.`, n)
  const id = chat.conversationId()
  await page.goto(`/usage?conversation=${id}`)
  const all = (await tableOf(page, 'Tokens per turn')).at(-1) ?? {}
  await page.getByRole('combobox', { name: 'Period' }).click()
  await page.getByRole('option', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/period=7d&zone=/)
  await expect(figure(page, 'Tokens per turn')).toBeVisible()
  expect((await tableOf(page, 'Tokens per turn')).at(-1)).toEqual(all)
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^mneme-usage-.*-to-\d{4}-\d\d-\d\d\.csv$/)
  const csv = await (await page.request.get(`/api/usage?conversation=${id}&period=7d`)).text()
  const [head = '', ...lines] = csv.trim().split('\r\n')
  const calls = head.split(',').indexOf('Calls')
  expect(lines).toHaveLength(2)
  expect(sum(lines, (line) => Number(line.split(',')[calls]))).toBe(numberIn(all.Calls))

  await page.goto(`/usage?conversation=${id}&since=2020-01-01&until=2020-01-31`)
  await expect(page.getByText('No turns were sent in this period')).toBeVisible()
  await page.getByRole('link', { name: 'Show all time' }).click()
  await expect(figure(page, 'Tokens per turn')).toBeVisible()
  await page.goto(`/usage?conversation=${id}&period=fortnight`)
  await expect(page.getByText(/^The dates are not valid/)).toBeVisible()
})

test('the saving of each conversation is a bar that leads to the conversation', async ({ chat, page }) => {
  await chat.open()
  const name = madeUpName()
  await chat.askAndWait(`I sail to ${name}.`, 1)
  const id = chat.conversationId()
  await page.goto('/usage')
  const bars = figure(page, 'Saving per conversation')
  await expect(bars).toBeVisible()
  await expectAccessible(page)
  const more = bars.getByRole('button', { name: /^Show all/ })
  if (await more.isVisible()) await more.click()
  const bar = bars.locator(`a[href="/c/${id}"]`)
  await bar.focus()
  await bar.press('Enter')
  await expect(chat.turn(1)).toContainText(name)
})
