// Which tests run. `npm test` sets MNEME_TESTS=everyday. Without it, as in `npm run test:all` and for a file run
// by hand, all of them do.
export const everyday = process.env.MNEME_TESTS === 'everyday'

/** How often a property is tried: a tenth of `count` in `npm test`. */
export const runs = (count) => (everyday ? Math.ceil(count / 10) : count)
