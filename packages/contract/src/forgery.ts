/**
 * The double-submit pair against cross-site forgery: a page reads the cookie and repeats
 * it in the header of every call that changes something. The names are axios' defaults.
 */
export const forgeryCookie = 'XSRF-TOKEN';
export const forgeryHeader = 'x-xsrf-token';
