// OpenUSD, <pxr/base/tf/envSetting.h>: a variable that a program declares by its name, with a
// default and what it is for.
#pragma once

#define TF_DEFINE_ENV_SETTING(name, initial, description) \
  auto name##_setting = Tf_ReadEnvSetting(#name, initial);
