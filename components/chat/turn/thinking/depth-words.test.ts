import { expect, it } from 'vitest'
import { THINKING } from '@/components/chat/composer/controls/choice-controls'
import { DEPTHS } from '@/lib/shared/turn/depth'
import { depthName, depthWords } from './depth-words'

it('how much was thought has the names of the composer everywhere', () => {
  expect(DEPTHS.map((depth) => depthWords({ depth }))).toEqual([
    'Fast: answers at once, without tools',
    'Fast: answers at once',
    'Standard: thinks up to 5 rounds',
    'Thorough: thinks up to 7 rounds',
  ])
  expect(depthWords({ depth: 'deep', preset: 'research', maxRounds: 12 })).toBe(
    'Research: thinks up to 12 rounds',
  )
  // Thinking was capped below what was chosen.
  expect(depthWords({ depth: 'moderate', preset: 'research', maxRounds: 0 })).toBe('Fast: answers at once')
  expect(DEPTHS.map(depthName)).toEqual([
    'Fast, without tools',
    'Fast',
    'Quick and Standard',
    'Thorough and Research',
  ])
  const chosen = THINKING.map(({ label }) => label).filter((label) => label !== 'Auto')
  const told = DEPTHS.map(depthName).join(' ')
  expect(chosen.filter((label) => !told.includes(label))).toEqual([])
})
