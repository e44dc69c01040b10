/** Lets others in the process have their turn: SQLite, parsing and ranking answer without giving way. */
export const breath = () => new Promise<void>((resolve) => setImmediate(resolve))
