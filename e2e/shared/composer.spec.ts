import { asksFor, playing } from '../support/dialogue'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'

test('the composer shows its words whole or not at all, however wide the panel is', async ({
  chat,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await chat.open()
  const controls = page.locator('[data-composer]').locator('xpath=following-sibling::div[1]')
  const cut = () =>
    controls.evaluate((row) =>
      [...row.querySelectorAll('button')]
        .filter((button) => !button.ariaLabel?.startsWith('Model'))
        .flatMap((button) => [...button.querySelectorAll('span')])
        .filter((label) => label.clientWidth > 1 && label.scrollWidth > label.clientWidth)
        .map((label) => label.textContent),
    )
  await expect(controls.getByText('Memory')).toBeVisible()
  await expect(controls.getByText('Built-in')).toBeVisible()
  const overflow = (text: string) =>
    controls.getByText(text).evaluate((label) => label.scrollWidth - label.clientWidth)
  expect([await overflow('Memory'), await overflow('Built-in')]).toEqual([0, 0])
  const edge = page.getByRole('separator')
  for (let wider = 0; wider < 12; wider += 1) {
    expect(await cut(), `${wider} times wider`).toEqual([])
    await edge.press('ArrowLeft')
  }
})

test('a double click on Send does not stop the answer', async ({ chat, page }) => {
  const server = await serveOpenAi({ model: playing({ answer: () => ({ text: 'Yes.' }) }) })
  await connect(page, server)
  server.hold(asksFor('act'))
  await chat.message.fill('Is it snowing?')
  await chat.send.dblclick()
  await expect(chat.stop).toBeEnabled()
  server.release()
  await chat.settled(1)
  await expect(chat.turn(1)).toContainText('Yes.')
  await server.close()
})

test('Stop takes the place of Send until something is typed', async ({ chat, page }) => {
  const server = await serveOpenAi({ model: playing({ answer: () => ({ text: 'Yes.' }) }) })
  await connect(page, server)
  await expect(chat.send).toBeVisible()
  server.hold(asksFor('act'))
  await chat.ask('Is it raining?')
  await expect(chat.stop).toBeVisible()
  await expect(chat.send).toBeHidden()
  await chat.message.fill('And tomorrow?')
  await expect(chat.stop).toBeVisible()
  await expect(chat.send).toBeEnabled()
  server.release()
  await chat.settled(1)
  await expect(chat.stop).toBeHidden()
  await expect(chat.send).toBeEnabled()
  await server.close()
})
