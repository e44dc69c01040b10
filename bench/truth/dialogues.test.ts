import { writeFileSync } from 'node:fs'
import { it } from 'vitest'
import { dialoguesIn, halfFile, heldDialogues } from './dialogues'

it('dev', async () => {
  const found = await heldDialogues(dialoguesIn(halfFile('dev')))
  const wrong = found.filter(({ right }) => !right)
  writeFileSync(
    '/tmp/tr/dev.txt',
    `${found.length - wrong.length} of ${found.length}\n` +
      wrong
        .map(
          ({ topic, ask, expected, answer }) =>
            `${topic}: ${ask}\n  expected: ${expected}\n  answer: ${answer.replaceAll('\n', ' / ')}`,
        )
        .join('\n'),
  )
}, 200_000)
