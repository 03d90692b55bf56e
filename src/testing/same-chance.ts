import fc from 'fast-check'

// The same commit generates the same values; `npm run torture -- --seed NUMBER` changes them.
fc.configureGlobal({ seed: Number(process.env['TORTURE_SEED'] ?? 1) })
