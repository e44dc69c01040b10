import { config } from 'zod'

/**
 * Before any other script: the page's policy forbids `eval`, which zod otherwise tries once to compile its
 * parsers, and each try is reported as a violation.
 */
config({ jitless: true })
