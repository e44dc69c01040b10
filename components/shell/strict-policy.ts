import { config } from 'zod'

/** The page's policy forbids `eval`, which zod otherwise tries once to compile its parsers; each try would be reported as a violation. */
if (typeof window !== 'undefined') config({ jitless: true })
