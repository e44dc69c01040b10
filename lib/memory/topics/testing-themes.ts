import { seededRandom } from './term-counts'

const STARTS = 'bram keld dorv falt grun harp jolk lint morg nerf plov quon rast silb torv vink'.split(' ')
const ENDS =
  'ado anix apel aro ebin edor ekin elot emar enol erad etan ibor idan igol imad odel okar omin udar'
/** Nouns that only the turns of one theme say; all begin with the theme's name. */
export const THEMES = new Map(STARTS.map((theme) => [theme, ENDS.split(' ').map((end) => theme + end)]))
export const themeOf = (word: string) => STARTS.find((theme) => word.startsWith(theme))
/** The themes whose nouns a text says. */
export const themesIn = (text: string) =>
  new Set(text.split(/\P{L}+/u).flatMap((word) => themeOf(word) ?? []))

/** Turns about themes, in stretches of five; a longer list begins with the same turns. */
export function themedTurns(count: number, themes: readonly string[] = STARTS, seed = 7) {
  const random = seededRandom(seed)
  const pick = (items: readonly string[]) => items[Math.floor(random() * items.length)] ?? ''
  let theme = ''
  return Array.from({ length: count }, (_, i) => {
    if (i % 5 === 0) theme = pick(themes)
    const noun = () => pick(THEMES.get(theme) ?? [])
    return {
      userText: `Yesterday the ${noun()} looked better than the ${noun()}.`,
      answer: `I would keep the ${noun()} next to the ${noun()} then.`,
    }
  })
}
