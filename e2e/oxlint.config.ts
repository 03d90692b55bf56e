import { defineConfig } from 'oxlint'
import { houseRules } from '#oxlint.config.ts'

export default defineConfig({
  ...houseRules,
  rules: {
    ...houseRules.rules,
    'no-console': 'off',
    // Playwright's conventions: fixtures call `use`, and setups and configurations are default exports.
    'react/rules-of-hooks': 'off',
    'import/no-default-export': 'off',
  },
})
