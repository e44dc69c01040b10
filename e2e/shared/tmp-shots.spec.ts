import { converting, FIRST, learningLine, SECOND } from '../support/converting'
import { addStrategy, openPlaybook } from '../support/playbook'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'

for (const scheme of ['light', 'dark'] as const)
  test(`shots ${scheme}`, async ({ chat, page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const shots = async (name: string) => {
      for (const [w, h] of [
        [1280, 900],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width: w, height: h })
        await page.waitForTimeout(700)
        await page.screenshot({ path: `/tmp/vshots/${name}-${w}-${scheme}.png` })
      }
      await page.setViewportSize({ width: 1280, height: 900 })
    }
    const server = await converting()
    await chat.open()
    await chat.askAndWait('My cat is called Miso. I live in Cork.', 1)
    await chat.askAndWait('My cat is called Mochi now.', 2)
    const first = chat.conversationId()
    await connect(page, server)
    await chat.askAndWait(FIRST, 1)
    await expect(learningLine(page, 1)).toContainText('learned 1 strategy')
    await chat.askAndWait(SECOND, 2)
    await expect(learningLine(page, 2)).toContainText('cited 1')
    for (let i = 3; i < 8; i++)
      await chat.askAndWait(`Convert ${i} inches to millimetres for the Marrow drawing.`, i)
    const id = chat.conversationId()
    await openPlaybook(page)
    await addStrategy(
      page,
      'Name the unit',
      'Name the unit beside every length, in inches or millimetres.',
      'drawing',
    )
    await page.goto(`/c/${id}`)
    await expect(learningLine(page, 2)).toContainText('cited 1')
    await learningLine(page, 2).click()
    await shots('chat')
    await page.goto(`/c/${first}`)
    await chat.turn(2).getByRole('link', { name: 'Inspect turn 2' }).click()
    await expect(page.getByRole('region', { name: 'What this turn changed' })).toContainText('Mochi')
    await shots('changes1')
    await page.goto('/search?q=inches')
    await expect(page.getByRole('list', { name: 'Results' })).toBeVisible()
    await shots('search')
    await page.goto(`/memory?conversation=${id}`)
    await page.waitForTimeout(1500)
    await shots('memory')
    await page.goto('/search?q=decimal&kind=strategy')
    await page.getByRole('link', { name: 'In the graph' }).click()
    await page.waitForTimeout(2000)
    await shots('memory-node')
    await page.goto(`/c/${id}`)
    await page.getByRole('button', { name: 'Strategies of all domains' }).click()
    await shots('domain')
    await page.keyboard.press('Escape')
    await page.getByRole('switch', { name: 'Memory' }).click()
    await shots('memory-off')
    await server.close()
  })
