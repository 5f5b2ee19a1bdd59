// OpenUCX, <ucs/config/parser.h>: tables of variables that a program declares and hands to
// ucs_config_parser_fill_opts. From its documentation: a variable's name is
// <env_prefix><table_prefix><field_name>; a field may be a table, whose variables are also looked
// for with the prefix of the table around it.
#pragma once

typedef struct ucs_config_parser {
  int (*read)(const char *text, void *to, const void *arg);
  int (*write)(char *text, size_t size, const void *from, const void *arg);
  ucs_status_t (*clone)(const void *from, void *to, const void *arg);
  void (*release)(void *value, const void *arg);
  void (*help)(char *text, size_t size, const void *arg);
  void (*doc)(ucs_string_buffer_t *text, const void *arg);
  const void *arg;
} ucs_config_parser_t;

typedef struct ucs_config_field {
  const char *name;
  const char *dfl_value;
  const char *doc;
  size_t offset;
  ucs_config_parser_t parser;
} ucs_config_field_t;

typedef struct ucs_config_global_list_entry {
  const char *name;
  const char *prefix;
  ucs_config_field_t *table;
  size_t size;
  ucs_list_link_t list;
  uint8_t flags;
} ucs_config_global_list_entry_t;

#define UCS_CONFIG_DECLARE_TABLE(_table, _name, _prefix, _type) \
  static ucs_config_global_list_entry_t _table##_config_entry = { \
      .table = _table, .name = _name, .prefix = _prefix, .size = sizeof(_type)};

#define UCS_CONFIG_REGISTER_TABLE(_table, _name, _prefix, _type, _list) \
  UCS_CONFIG_DECLARE_TABLE(_table, _name, _prefix, _type)

#define UCS_CONFIG_GET_TABLE(_table) &_table##_config_entry

#define UCS_CONFIG_TYPE_TABLE(_table) {ucs_config_sscanf_table, .arg = _table}

static void ucs_config_apply_config_vars(void *opts, ucs_config_field_t *fields, const char *prefix,
                                         const char *table_prefix, int recurse) {
  char name[256];
  snprintf(name, sizeof(name), "%s%s", prefix, table_prefix ? table_prefix : "");
  const size_t length = strlen(name);
  for (ucs_config_field_t *field = fields; field->name != NULL; ++field) {
    if (field->parser.read == ucs_config_sscanf_table) {
      ucs_config_field_t *inner = (ucs_config_field_t *)field->parser.arg;
      if (recurse) ucs_config_apply_config_vars(opts, inner, prefix, field->name, 1);
      if (table_prefix) ucs_config_apply_config_vars(opts, inner, prefix, table_prefix, 0);
      continue;
    }
    strncpy(name + length, field->name, sizeof(name) - length - 1);
    const char *value = getenv(name);
    if (value != NULL) field->parser.read(value, opts, field->parser.arg);
  }
}

ucs_status_t ucs_config_parser_fill_opts(void *opts, ucs_config_global_list_entry_t *entry,
                                         const char *env_prefix, int ignore_errors) {
  ucs_config_apply_config_vars(opts, entry->table, env_prefix, entry->prefix, 1);
  return UCS_OK;
}
