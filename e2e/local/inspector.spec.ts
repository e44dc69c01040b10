import { expectAccessible } from '../support/axe'
import { openLedger } from '../support/ledger-file'
import { madeUpName } from '../support/names'
import { LOCAL_PORT } from '../support/servers'
import { numberIn, readTable } from '../support/table'
import { expect, test } from '../support/test'

test('the inspector shows the exact prompts, the recall score, and token counts from the database', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const [person, town] = [madeUpName(), madeUpName()]
  await chat.begin(`My neighbour ${person} grows quinces in ${town}.`)
  // What is still in the window is not quoted a second time.
  await chat.startAnother()
  await chat.askAndWait('Hello', 1)
  await chat.askAndWait(`What did I tell you about ${person}?`, 2)
  const ledger = openLedger(LOCAL_PORT)
  const turn = ledger.turns(chat.conversationId())[1]
  const steps = ledger.steps(chat.conversationId()).filter((step) => step.turnId === turn?.id)
  await chat.turn(2).getByRole('link', { name: 'Inspect message 2' }).click()
  await expect(page).toHaveURL(/\?turn=/)
  const prompts = page.getByRole('region', { name: 'Prompt', exact: true })
  await expect(prompts).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/c/${chat.conversationId()}/turns/${turn?.id}`)
  await expectAccessible(page)

  const answering = prompts.getByRole('article', { name: 'Answer' })
  await answering.getByRole('button', { name: /^Answer/ }).click()
  await answering.getByRole('button', { name: /^Recalled/ }).click()
  await expect(answering).toContainText('=== recalled ===')
  await expect(answering).toContainText(`| My neighbour ${person} grows quinces in ${town}.`)

  const recalls = await readTable(page.getByRole('table', { name: 'Recalls' }))
  expect(recalls.find((row) => row.Rank === '1')).toMatchObject({
    Found: expect.stringMatching(/^Message 1/),
    Score: expect.stringMatching(/^[01]\.\d\d$/),
    Why: expect.stringMatching(/words \d\.\d\d.*Matches .* Best keyword match\./),
  })
  const sections = await readTable(page.getByRole('table', { name: 'Sections' }))
  expect(sections.map((row) => row.Section)).toEqual(
    expect.arrayContaining(['Role and rules', 'Tools', 'Window', 'Recalled', 'Your message']),
  )

  const rows = await readTable(page.getByRole('table', { name: 'Ledger' }))
  expect(rows.slice(0, -1).map((row) => numberIn(row['Prompt, estimated']))).toEqual(
    steps.map((step) => step.estInputTokens),
  )
  expect(numberIn(rows.at(-1)?.['Prompt, estimated'])).toBe(
    steps.reduce((sum, step) => sum + step.estInputTokens, 0),
  )
  ledger.close()
})

test('the calls of a turn have the same names and sums under the answer, in the ledger and in the inspector', async ({
  chat,
  page,
}) => {
  await chat.begin('write "alpha one" to notes.md')
  await page.getByRole('tab', { name: 'Costs' }).click()
  const calls = page.getByRole('region', { name: 'Calls', exact: true })
  const rows = await readTable(calls.getByRole('table'))
  const names = rows.map((row) => row.Call ?? '')
  expect(names.filter((name) => /^(Tool step|Answer)/.test(name))).toEqual(['Tool step', 'Answer'])
  expect(new Set(names).size).toBe(names.length)
  const total = rows.find((row) => row.Call === 'This answer')
  const own = rows.slice(0, rows.indexOf(total ?? {}))
  const sums = ['In', 'Out'].map((column) => own.reduce((sum, row) => sum + numberIn(row[column]), 0))
  expect([numberIn(total?.In), numberIn(total?.Out)]).toEqual(sums)
  const [input, output] = sums.map((sum) => new Intl.NumberFormat('en').format(sum))
  await expect(chat.quiet(1)).toHaveAttribute('title', new RegExp(`${input} tokens in, ${output} out`))
  await expect(calls).toContainText('Tokens are estimated by Mneme')

  await chat.turn(1).getByRole('link', { name: 'Inspect message 1' }).click()
  await expect(page.getByText(`${input} in, ${output} out`, { exact: true })).toBeVisible()
  const inspected = await readTable(page.getByRole('table', { name: 'Ledger' }))
  for (const name of ['Tool step', 'Answer'])
    expect(inspected.some((row) => row.Call?.startsWith(name))).toBe(true)
  expect(numberIn(inspected.at(-1)?.['Prompt, estimated'])).toBe(sums[0])
})
