/**
 * The message of a key that a file of figures names (views/validation/figures), `undefined` for no key of one. In the built page
 * web/tools/text/languages.mjs puts in place of this file a look into the texts of their areas alone.
 */
export { message } from './first';
